package store

import (
	"errors"
	"sync"
)

var NotFound = errors.New("not found")

type Store struct {
	mu   sync.Mutex
	data map[string][]byte
}

func New() *Store {
	return &Store{data: map[string][]byte{}}
}

func (s *Store) Get(key string) ([]byte, error) {
	s.mu.Lock()
	value, ok := s.data[key]
	s.mu.Unlock()
	if !ok {
		return nil, NotFound
	}
	return value, nil
}

func (s *Store) Put(key string, value []byte) {
	s.mu.Lock()
	s.data[key] = value
	s.mu.Unlock()
}

func (s *Store) Delete(key string) error {
	s.mu.Lock()
	_, ok := s.data[key]
	if !ok {
		s.mu.Unlock()
		return NotFound
	}
	delete(s.data, key)
	s.mu.Unlock()
	return nil
}
