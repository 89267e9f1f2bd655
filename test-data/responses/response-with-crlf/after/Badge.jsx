import React from "react";

export function Badge({ label }) {
  return <strong className="badge">{label}</strong>;
}
