"""No addresses: the samples are files."""

urlpatterns: list[object] = []
