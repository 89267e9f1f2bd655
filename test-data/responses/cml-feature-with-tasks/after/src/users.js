const { Router } = require("express");
const users = Router();
const isAdult = (age) => age >= 18 && age < 150;
users.get("/", (req, res) => res.json([]));
module.exports = users;
