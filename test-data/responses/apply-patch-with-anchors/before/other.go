func Create(w Writer, r *Request) {
	if err := check(r); err != nil {
		return
	}
	store.Create(r)
}

func Delete(w Writer, r *Request) {
	if err := check(r); err != nil {
		return
	}
	store.Delete(r)
}
