"""Django's stock admin, for accounts, roles and look-up tables; records have pages of their own.

It stands behind the wall of incidents.second_factor, and asks the roles for rights rather
than Django's own flags and permissions, which nobody needs to set.
"""

from typing import Any

from allauth.mfa.models import Authenticator
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.db.models import Exists, Field, Model, OuterRef, QuerySet, URLField
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from incidents.domain.permissions import Right
from incidents.models import (
    Alias,
    Attribute,
    CatalogueValue,
    RegionNotice,
    ServedModel,
    Service,
    User,
)
from incidents.second_factor import actor_of, has_shown_second_factor


def _may_administer(request: HttpRequest) -> bool:
    return (
        isinstance(request.user, User)
        and has_shown_second_factor(request)
        and actor_of(request).may(Right.ADMINISTER)
    )


class StaffSite(admin.AdminSite):
    """The admin, for people with the role of an administrator."""

    site_header = site_title = _("kbase accounts")
    index_title = _("Accounts, roles and look-up tables")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return _may_administer(request)

    def password_change(  # type: ignore[override] # a redirect is an answer as well
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """One's own password has a page already, which asks who one is."""
        return HttpResponseRedirect(reverse("account_change_password"))


site = StaffSite(name="admin")


class ByRole:
    """Rights by role. Whoever was let in to the site at all may do what the page offers."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return _may_administer(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return _may_administer(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return _may_administer(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return _may_administer(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return _may_administer(request)


class OneAddressEach:
    """An address signs in, so it belongs to one account."""

    instance: User
    cleaned_data: dict[str, Any]

    def clean_email(self) -> str:
        email = str(self.cleaned_data.get("email") or "").strip()
        others = User.objects.filter(email__iexact=email).exclude(pk=self.instance.pk)
        if email and others.exists():
            raise forms.ValidationError(_("Another account has this address."))
        return email


class ChangeAccountForm(OneAddressEach, UserChangeForm):  # type: ignore[type-arg]
    pass


class AddAccountForm(OneAddressEach, AdminUserCreationForm):  # type: ignore[type-arg]
    pass


@admin.register(User, site=site)
class AccountAdmin(ByRole, UserAdmin):  # type: ignore[type-arg]
    """Accounts: who they are, and their roles. Accounts that have acted are kept for the log."""

    form = ChangeAccountForm
    add_form = AddAccountForm
    list_display = ("username", "email", "is_active", "roles", "second_factor", "last_login")
    list_filter = ("is_active", "groups")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Person"), {"fields": ("first_name", "last_name", "email")}),
        (_("Access"), {"fields": ("is_active", "groups")}),
        (_("Times"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("username", "email", "password1", "password2", "groups")}),)
    filter_horizontal = ("groups",)
    readonly_fields = ("last_login", "date_joined")
    actions = ("remove_second_factors",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        has_factor = Exists(Authenticator.objects.filter(user=OuterRef("pk")))
        accounts: QuerySet[User] = super().get_queryset(request).prefetch_related("groups")
        return accounts.annotate(has_factor=has_factor)

    @admin.display(description=_("roles"))
    def roles(self, account: User) -> str:
        return ", ".join(group.name for group in account.groups.all())

    @admin.display(description=_("second factor"), boolean=True)
    def second_factor(self, account: User) -> bool:
        return bool(account.has_factor)  # type: ignore[attr-defined] # annotated above

    @admin.action(description=_("Remove the second factors, for somebody who has lost theirs"))
    def remove_second_factors(self, request: HttpRequest, accounts: QuerySet[User]) -> None:
        for account in accounts:
            factors = Authenticator.objects.filter(user=account)
            if factors.exists():
                factors.delete()
                self.log_change(request, account, "Removed the second factors.")
        text = ngettext(
            "%(count)s account has to set up a second factor anew.",
            "%(count)s accounts have to set up a second factor anew.",
            len(accounts),
        )
        self.message_user(request, text % {"count": len(accounts)}, messages.SUCCESS)


@admin.register(Group, site=site)
class RoleAdmin(ByRole, admin.ModelAdmin):  # type: ignore[type-arg]
    """Roles are known to the software by their names: who has them is set in the accounts."""

    fields = ("name",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class LookUpAdmin(ByRole, admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows of the catalogue. What is changed here is seen once the catalogue is published."""

    def formfield_for_dbfield(
        self, db_field: "Field[Any, Any]", request: HttpRequest, **kwargs: Any
    ) -> forms.Field | None:
        if isinstance(db_field, URLField):
            kwargs["assume_scheme"] = "https"
        return super().formfield_for_dbfield(db_field, request, **kwargs)


for _model in (Attribute, CatalogueValue, RegionNotice, Service, ServedModel, Alias):
    site.register(_model, LookUpAdmin)
