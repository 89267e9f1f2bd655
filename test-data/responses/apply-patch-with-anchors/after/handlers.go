func Create(w Writer, r *Request) {
	if err := check(r); err != nil {
		return
	}
	store.Create(r)
}

func Delete(w Writer, r *Request) {
	if err := check(r); err != nil {
		w.Fail(err)
		return
	}
	audit(r)
	store.Delete(r)
}
