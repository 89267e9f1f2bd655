const express = require("express");
const app = express();

app.get("/", (req, res) => {
  res.send("welcome");
});

app.get("/health", (req, res) => {
  res.send("hello");
});

app.use("/users", require("./users"));

module.exports = app;
