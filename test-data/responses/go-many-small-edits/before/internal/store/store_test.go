package store

import "testing"

func TestGetMissing(t *testing.T) {
	if _, err := New().Get("a"); err != NotFound {
		t.Fatalf("got %v", err)
	}
}
