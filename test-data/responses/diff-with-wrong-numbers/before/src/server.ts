import express from "express";
import { db } from "./db";

const app = express();

app.get("/users", async (req, res) => {
  const users = await db.all("select * from users");
  res.json(users);
});

app.get("/posts", async (req, res) => {
  const posts = await db.all("select * from posts");
  res.json(posts);
});

app.listen(3000);
