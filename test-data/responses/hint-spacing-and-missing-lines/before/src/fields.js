const fields = { id: 1, name: "x" };
function pick(a,b) {
	return a  ||  b;
}
