import express from "express";
import { pool } from "./db";

export function createApp() {
  const app = express();
  app.use(express.json());

  app.get("/health", (_req, res) => {
    res.json({ ok: true });
  });

  app.get("/users", async (_req, res) => {
    const { rows } = await pool.query("SELECT * FROM users");
    res.json(rows);
  });

  app.listen(3000);
  return app;
}
