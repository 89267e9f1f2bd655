import React from "react";

export const Pill = ({ tone, children }) => (
  <span className={`pill pill-${tone}`}>{children}</span>
);
