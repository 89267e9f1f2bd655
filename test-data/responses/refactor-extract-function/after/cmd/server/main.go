package main

import (
	"log"
	"net/http"
	"os"
)

// env is what a variable says, or a default.
func env(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func main() {
	port := env("PORT", "8080")
	dir := env("DIR", "public")
	http.Handle("/", http.FileServer(http.Dir(dir)))
	log.Fatal(http.ListenAndServe(":"+port, nil))
}
