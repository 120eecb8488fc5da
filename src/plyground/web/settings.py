"""Django's settings. Settings that differ between machines come from the environment.

PLYGROUND_HOME      the folder for the database, the secret key and compressed static files
DATABASE_URL        another database: sqlite:///FILE or postgresql://USER:PASSWORD@HOST:PORT/NAME
PLYGROUND_SECRET_KEY  the key itself, if several hosts need the same
PLYGROUND_PROFILE   local or production; see profiles.py
PLYGROUND_HOSTS     host names of the server, separated by commas
PLYGROUND_SMTP      the server that sends e-mail; see accounts/mail_settings.py
PLYGROUND_HTTPS=on  a proxy in front of the server uses HTTPS, and reports it by X-Forwarded-Proto
"""

import logging
import os
from pathlib import Path

from plyground.paths import data_folder
from plyground.web.accounts.mail_settings import read_mail
from plyground.web.base.database import read_database
from plyground.web.base.transactions import is_news
from plyground.web.server.profiles import read_profile
from plyground.web.server.secret_key import read_secret

_HERE = Path(__file__).parent
_PROFILE = read_profile(os.environ, data_folder() / "secret_key")

DEBUG = False  # never: a page of internals would only help attackers
SECRET_KEY = read_secret(data_folder() / "secret_key", os.environ.get("PLYGROUND_SECRET_KEY", ""))
ALLOWED_HOSTS = list(_PROFILE.hosts)
ROOT_URLCONF = "plyground.web.urls"
ASGI_APPLICATION = "plyground.web.asgi.application"

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.staticfiles",
    "plyground.web.base",
    "plyground.web.pages",
    "plyground.web.visitors",
    "plyground.web.games",
    "plyground.web.engine",
    "plyground.web.learn",
    "plyground.web.play",
    "plyground.web.study",
    "plyground.web.api",
    "plyground.web.community",
    "plyground.web.accounts",
    "plyground.web.lab",
    "plyground.web.home",
]
AUTH_USER_MODEL = "visitors.Account"
LOGIN_URL = "signin"
_RULES = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": f"{_RULES}.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name"]},
    },
    {"NAME": f"{_RULES}.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": f"{_RULES}.CommonPasswordValidator"},
    {"NAME": f"{_RULES}.NumericPasswordValidator"},
]
MIDDLEWARE = [
    "plyground.web.server.request_log.observe",
    "plyground.web.server.middleware.guard",
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "plyground.web.visitors.visitors.recognising",
    "django.middleware.locale.LocaleMiddleware",
    "plyground.web.server.middleware.bounds",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.i18n",
                "plyground.web.home.views.context",
                "plyground.web.accounts.services.context",
            ],
            "builtins": ["django.templatetags.i18n", "django.templatetags.static"],
        },
    }
]

STATIC_URL = "/static/"
STATIC_ROOT = data_folder() / "static"
STORAGES = {"staticfiles": {"BACKEND": "plyground.web.pages.assets.HashedStorage"}}

DATABASES = {"default": read_database(os.environ.get("DATABASE_URL", ""), data_folder())}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

_MAIL = read_mail(os.environ)
EMAIL_HOST, EMAIL_PORT = _MAIL.host, _MAIL.port  # no host: no e-mail
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _MAIL.user, _MAIL.password
EMAIL_USE_SSL, EMAIL_USE_TLS = _MAIL.is_ssl, _MAIL.is_tls
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = _MAIL.sender
PASSWORD_RESET_TIMEOUT = 3600

# A signed cookie identifies a visitor, so that viewing pages needs no row. Logged-in visitors also
# have a row: visitors/sessions.py.
SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_NAME = "plyground"
SESSION_COOKIE_AGE = 2 * 365 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = _PROFILE.https
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _PROFILE.https else None
SECURE_SSL_REDIRECT = _PROFILE.redirect
SECURE_HSTS_SECONDS = _PROFILE.hsts
SECURE_HSTS_INCLUDE_SUBDOMAINS = _PROFILE.hsts > 0
# Not SECURE_HSTS_PRELOAD: a name in the browsers' lists stays there for months, so its owner should
# decide, not a program on it.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
CSRF_COOKIE_HTTPONLY = True  # the page contains the token itself
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "plyground.web.play.errors.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200  # an import asks about each of a hundred games
DATA_UPLOAD_MAX_NUMBER_FILES = 1
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_000_000  # never a file on our disk
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
X_FRAME_OPTIONS = "DENY"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ja", "日本語")]
LANGUAGE_COOKIE_NAME = "plyground_language"
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [_HERE / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# We only set levels. A configuration would close the handlers of all other code in the process.
LOGGING_CONFIG = None
# A wrong request is answered with its reason, so it needs no log line.
logging.getLogger("django.request").setLevel(logging.ERROR)
logging.getLogger("django.request").addFilter(is_news)
logging.getLogger("django.security").setLevel(logging.CRITICAL)
