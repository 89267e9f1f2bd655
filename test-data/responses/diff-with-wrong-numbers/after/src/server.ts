import express from "express";
import helmet from "helmet";
import { db } from "./db";

const app = express();
app.use(helmet());

app.get("/users", async (req, res) => {
  const users = await db.all("select * from users");
  res.json(users);
});

app.get("/posts", async (req, res) => {
  const posts = await db.all("select * from posts");
  res.json(posts.filter((post) => post.public));
});

app.listen(Number(process.env.PORT ?? 3000));
