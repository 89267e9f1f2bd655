document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-return]");
  if (!button) return;
  button.disabled = true;
  const response = await fetch(`/loans/${button.dataset.return}/return`, { method: "POST" });
  if (response.ok) {
    button.closest("li").className = "back";
    button.remove();
  } else {
    button.disabled = false;
    alert(`That did not work (${response.status}).`);
  }
});