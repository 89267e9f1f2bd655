#ifndef SCANNER_H
#define SCANNER_H

typedef struct {
	const char *start;
	const char *current;
	int line;
} Scanner;

#endif