package store

import (
	"bytes"
	"errors"
	"sync"
)

// ErrNotFound is returned for keys that are not in the store.
var ErrNotFound = errors.New("store: not found")

// Store keeps values by key. It is safe for concurrent use.
type Store struct {
	mu   sync.RWMutex
	data map[string][]byte
}

func New() *Store {
	return &Store{data: map[string][]byte{}}
}

func (s *Store) Get(key string) ([]byte, error) {
	s.mu.RLock()
	value, ok := s.data[key]
	s.mu.RUnlock()
	if !ok {
		return nil, ErrNotFound
	}
	return bytes.Clone(value), nil
}

func (s *Store) Put(key string, value []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.data[key] = value
}

func (s *Store) Delete(key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.data[key]; !ok {
		return ErrNotFound
	}
	delete(s.data, key)
	return nil
}
