#ifndef LIST_H
#define LIST_H

struct list {
	int *data;
	size_t len;	/* used */
	size_t cap;	/* allocated */
};

#endif
