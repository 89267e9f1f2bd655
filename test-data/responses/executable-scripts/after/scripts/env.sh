echo not executable
