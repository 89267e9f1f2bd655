package store

import (
	"errors"
	"testing"
)

func TestGetMissing(t *testing.T) {
	if _, err := New().Get("a"); !errors.Is(err, ErrNotFound) {
		t.Fatalf("got %v", err)
	}
}
