// TODO: remove
