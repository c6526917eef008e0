from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path

urlpatterns = [
    path("", include("api.urls")),
    # Pages carry their language in the address; `/` sends a reader to the one they ask for.
    *i18n_patterns(path("", include("incidents.urls"))),
]
