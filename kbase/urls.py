from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path

from incidents.admin import site as admin_site

urlpatterns = [
    path("", include("api.urls")),
    # Pages carry their language in the address; `/` sends a reader to the one they ask for.
    *i18n_patterns(
        path("account/", include("incidents.account_urls")),
        path("admin/", admin_site.urls),
        path("", include("incidents.urls")),
    ),
]
