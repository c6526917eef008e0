"""The draft editor and what stands around it, under /staff/.

Included by `incidents.urls`, which registers the converter for ids of incidents.
"""

from django.urls import path

from incidents.views import editing, editing_catalogue, editing_start, editing_text

urlpatterns = [
    path("drafts/new/", editing_start.start, name="staff-draft-new"),
    path("drafts/new/text/", editing_text.new_from_text, name="staff-draft-new-text"),
    path("drafts/<incident:public_id>/", editing.draft, name="staff-draft"),
    path("drafts/<incident:public_id>/preview/", editing.draft_preview, name="staff-draft-preview"),
    path("drafts/<incident:public_id>/text/", editing_text.add_from_text, name="staff-draft-text"),
    path("catalogue/", editing_catalogue.catalogue, name="staff-catalogue"),
    path("catalogue/publish/", editing_catalogue.publish, name="staff-catalogue-publish"),
]
