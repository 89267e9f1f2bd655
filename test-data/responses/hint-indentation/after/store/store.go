package store

import (
	"context"
	"errors"
	"fmt"
)

// Load reads one row.
func (s *Store) Load(ctx context.Context, id int64) (*Row, error) {
	row, err := s.db.Find(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	return row, nil
}

// Save writes one row.
func (s *Store) Save(ctx context.Context, row *Row) error {
	if err := s.db.Put(ctx, row); err != nil {
		return fmt.Errorf("save: %w", err)
	}
	return nil
}
