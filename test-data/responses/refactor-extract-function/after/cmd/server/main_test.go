package main

import "testing"

func TestEnv(t *testing.T) {
	t.Setenv("PORT", "9")
	if got := env("PORT", "1"); got != "9" {
		t.Errorf("env = %q", got)
	}
}
