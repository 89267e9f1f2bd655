import { $ } from "./vendor/dollar.js";

$("#menu").addEventListener("click", () => $("nav").classList.toggle("open"));
