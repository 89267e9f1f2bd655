#include "scanner.h"

static int is_digit(char c) {
	return c >= '0' && c <= '9';
}

static int is_alpha(char c) {
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
