class ListView:
    def get(self, request):
        items = self.query()
        return render(request, items)


class DetailView:
    def get(self, request):
        items = self.query()
        return render(request, items)
