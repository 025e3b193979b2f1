"""Who gets what: the answer of every route to every role, for GET and for POST with no data.

One line for each route: the route, what its view says it is for, then six answers to GET and six
to POST, in the order of ROLES. A new route fails the suite until its line stands here; the
failure shows the line as the route answers today, to be read before it is copied.

The reader is somebody without a login who has the club's link; only he asks below /m/ with the
right token. Below /p/ all ask for a club that is public. All others ask for the same club, in
which arbiter and owner have their offices; the outsider owns another club. The staff has a second
factor, and everybody who is logged in gave the password again just now.
"""

ROLES = ("anonymous", "outsider", "arbiter", "owner", "staff", "reader")

TABLE = """\
/                                                       everybody         200 302 302 302 302 200  405 405 405 405 405 405
privacy/                                                everybody         200 200 200 200 200 200  405 405 405 405 405 405
privacy/young/                                          everybody         200 200 200 200 200 200  405 405 405 405 405 405
robots.txt                                              everybody         200 200 200 200 200 200  405 405 405 405 405 405
healthz                                                 everybody         200 200 200 200 200 200  405 405 405 405 405 405
readyz                                                  everybody         200 200 200 200 200 200  405 405 405 405 405 405
home/                                                   signed-in         302 200 302 302 200 302  302 405 405 405 405 302
home/confirm/                                           signed-in         302 405 405 405 405 302  302 302 302 302 302 302
accounts/sessions/                                      signed-in         302 200 200 200 200 302  302 405 405 405 405 302
accounts/sessions/end/                                  signed-in         302 405 405 405 405 302  302 302 302 302 302 302
accounts/sessions/end-others/                           signed-in         302 405 405 405 405 302  302 302 302 302 302 302
clubs/new/                                              signed-in         302 200 200 200 200 302  302 200 200 200 200 302
invitation/<str:token>/                                 signed-in         302 403 403 403 403 302  302 405 405 405 405 302
invitation/<str:token>/accept/                          signed-in         302 405 405 405 405 302  302 403 403 403 403 302
c/<slug:club>/                                          view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/state/                                    view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/settings/                                 view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/settings/change/                          edit_club         302 404 403 405 404 302  302 404 403 422 404 302
c/<slug:club>/delete/                                   delete_club       302 404 403 200 404 302  302 404 403 422 404 302
c/<slug:club>/delete/undo/                              delete_club       302 404 403 405 404 302  302 404 403 302 404 302
c/<slug:club>/visibility/                               change_visibility 302 404 403 200 404 302  302 404 403 405 404 302
c/<slug:club>/visibility/change/                        change_visibility 302 404 403 405 404 302  302 404 403 422 404 302
c/<slug:club>/names/full/                               change_names      302 404 403 405 404 302  302 404 403 422 404 302
c/<slug:club>/names/initials/                           change_names      302 404 403 405 404 302  302 404 403 302 404 302
c/<slug:club>/links/                                    view_links        302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/links/new/                                manage_links      302 404 403 405 404 302  302 404 403 302 404 302
c/<slug:club>/links/<slug:link>/                        manage_links      302 404 403 200 404 302  302 404 403 405 404 302
c/<slug:club>/links/<slug:link>/wall/                   view_links        302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/links/<slug:link>/replace/                manage_links      302 404 403 405 404 302  302 404 403 302 404 302
c/<slug:club>/links/<slug:link>/revoke/                 manage_links      302 404 403 405 404 302  302 404 403 302 404 302
c/<slug:club>/officers/                                 view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/officers/invite/                          invite            302 404 403 405 404 302  302 404 403 422 404 302
c/<slug:club>/officers/cancel/                          invite            302 404 403 405 404 302  302 404 403 302 404 302
c/<slug:club>/officers/role/                            manage_officers   302 404 403 405 404 302  302 404 403 404 404 302
c/<slug:club>/officers/remove/                          manage_officers   302 404 403 405 404 302  302 404 403 404 404 302
c/<slug:club>/officers/leave/                           view_club         302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/log/                                      view_audit        302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/events/                                   view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/events/new/                               edit_events       302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/events/new/file/                          edit_events       302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/events/new/typed/                         edit_events       302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/events/<slug:event>/                      view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/events/<slug:event>/effect/               view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/events/<slug:event>/export/               export            302 404 405 405 404 302  302 404 200 200 404 302
c/<slug:club>/events/<slug:event>/history/              view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/events/<slug:event>/continue/             edit_events       302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/events/<slug:event>/delete/               publish           302 404 200 200 404 302  302 404 422 422 404 302
c/<slug:club>/events/<slug:event>/restore/              publish           302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/events/<slug:event>/games/<int:number>/   edit_events       302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/events/<slug:event>/games/<int:number>/save/ publish           302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/events/<slug:event>/edit/<slug:edit>/<int:number>/ edit_events       302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/events/<slug:event>/edit/<slug:edit>/<int:number>/preview/ edit_events       302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/events/<slug:event>/edit/<slug:edit>/<int:number>/save/ publish           302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/events/<slug:event>/undo/<int:number>/ publish           302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/events/<slug:event>/games/<int:number>/preview/ edit_events       302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/events/<slug:event>/names/                edit_events       302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/events/<slug:event>/names/answer/         publish           302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/events/<slug:event>/names/search/         edit_events       302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/drafts/<slug:draft>/                      edit_events       302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/drafts/<slug:draft>/save/                 edit_events       302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/drafts/<slug:draft>/encoding/             edit_events       302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/drafts/<slug:draft>/file/                 edit_events       302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/drafts/<slug:draft>/delete/               edit_events       302 404 200 200 404 302  302 404 302 302 404 302
c/<slug:club>/drafts/<slug:draft>/players/              edit_events       302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/drafts/<slug:draft>/players/save/         edit_events       302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/drafts/<slug:draft>/rounds/<int:number>/  edit_events       302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/drafts/<slug:draft>/rounds/<int:number>/save/ edit_events       302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/drafts/<slug:draft>/games/<int:number>/   edit_events       302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/drafts/<slug:draft>/games/<int:number>/save/ edit_events       302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/drafts/<slug:draft>/review/               edit_events       302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/drafts/<slug:draft>/review/answer/        edit_events       302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/drafts/<slug:draft>/review/search/        edit_events       302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/drafts/<slug:draft>/review/whole/         edit_events       302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/drafts/<slug:draft>/review/new/           edit_events       302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/drafts/<slug:draft>/review/join/          edit_events       302 404 405 405 404 302  302 404 404 404 404 302
c/<slug:club>/drafts/<slug:draft>/publish/              publish           302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/drafts/<slug:draft>/publish/now/          publish           302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/drafts/<slug:draft>/publish/over/         publish           302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/players/                                  view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/players/search/                           view_club         302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/players/away/                             edit_players      302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/players/export/                           export            302 404 405 405 404 302  302 404 200 200 404 302
c/<slug:club>/players/requests/                         edit_players      302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/players/requests/<slug:asked>/close/      edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/request/            edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/                    view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/players/<slug:player>/hide/               edit_players      302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/players/<slug:player>/show/               edit_players      302 404 302 302 404 302  302 404 302 302 404 302
c/<slug:club>/players/<slug:player>/member/             edit_players      302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/players/<slug:player>/former/             edit_players      302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/players/<slug:player>/file/               edit_players      302 404 405 405 404 302  302 404 200 200 404 302
c/<slug:club>/players/<slug:player>/erase/              erase_players     302 404 403 200 404 302  302 404 403 422 404 302
c/<slug:club>/players/<slug:player>/status/             edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/junior/             edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/group/              edit_players      302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/players/<slug:player>/consent/            edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/consent/withdraw/   edit_players      302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/players/<slug:player>/display/            edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/label/              edit_players      302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/players/pairs/                            edit_players      302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/players/pairs/apart/                      edit_players      302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/players/<slug:player>/one/                edit_players      302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/players/<slug:player>/one/search/         edit_players      302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/players/<slug:player>/one/<slug:other>/   edit_players      302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/players/<slug:player>/one/<slug:other>/preview/ edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/one/<slug:other>/save/ edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/split/              edit_players      302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/players/<slug:player>/split/search/       edit_players      302 404 405 405 404 302  302 404 200 200 404 302
c/<slug:club>/players/<slug:player>/split/preview/      edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/split/save/         edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/rename/             edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/spellings/add/      edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/spellings/remove/   edit_players      302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/decisions/                                view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/decisions/<int:decision>/                 edit_players      302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/decisions/<int:decision>/preview/         edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/decisions/<int:decision>/undo/            edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/ladder/                                   view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/ladder/<slug:ladder>/                     view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/ladder/<slug:ladder>/export/              export            302 404 405 405 404 302  302 404 200 200 404 302
c/<slug:club>/ladder/<slug:ladder>/announce/            publish           302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/ladders/                                  view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/ladders/new/                              edit_rules        302 404 403 200 404 302  302 404 403 405 404 302
c/<slug:club>/ladders/make/                             edit_rules        302 404 403 405 404 302  302 404 403 422 404 302
c/<slug:club>/ladders/<slug:ladder>/name/               edit_rules        302 404 403 405 404 302  302 404 403 302 404 302
c/<slug:club>/ladders/<slug:ladder>/up/                 edit_rules        302 404 403 405 404 302  302 404 403 302 404 302
c/<slug:club>/ladders/<slug:ladder>/hide/               edit_rules        302 404 403 405 404 302  302 404 403 302 404 302
c/<slug:club>/ladders/<slug:ladder>/show/               edit_rules        302 404 403 405 404 302  302 404 403 302 404 302
c/<slug:club>/ladders/<slug:ladder>/rules/              view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/ladders/<slug:ladder>/rules/preview/      edit_rules        302 404 403 405 404 302  302 404 403 422 404 302
c/<slug:club>/ladders/<slug:ladder>/rules/save/         edit_rules        302 404 403 405 404 302  302 404 403 422 404 302
c/<slug:club>/ladders/<slug:ladder>/rules/undo/<int:number>/ edit_rules        302 404 403 405 404 302  302 404 403 302 404 302
c/<slug:club>/ladders/<slug:ladder>/compare/            view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/ladders/<slug:ladder>/compare/result/     view_club         302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/start/              edit_players      302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/players/<slug:player>/start/preview/      edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/start/save/         edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/start/back/         edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/facts/              edit_players      302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/players/<slug:player>/facts/preview/      edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/facts/save/         edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/players/<slug:player>/facts/back/         edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/facts/                                    edit_players      302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/facts/preview/                            edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/facts/save/                               edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/facts/undo/                               edit_players      302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/events/<slug:event>/norms/                view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/events/<slug:event>/norms/<slug:player>/<slug:norm>/ view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/norms/                                    view_club         302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/norms/export/                             export            302 404 405 405 404 302  302 404 200 200 404 302
c/<slug:club>/ladders/<slug:ladder>/lists/<slug:day>/print/ edit_players      302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/ladders/<slug:ladder>/lists/<slug:day>/export/ export            302 404 405 405 404 302  302 404 200 200 404 302
c/<slug:club>/events/<slug:event>/facts/                edit_players      302 404 404 404 404 302  302 404 405 405 404 302
c/<slug:club>/events/<slug:event>/facts/save/           edit_players      302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/opening/                                  edit_players      302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/opening/paste/                            edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/opening/file/                             edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/opening/new/<slug:paste>/                 edit_players      302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/opening/new/<slug:paste>/correct/         edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/opening/new/<slug:paste>/encoding/        edit_players      302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/opening/new/<slug:paste>/drop/            edit_players      302 404 405 405 404 302  302 404 302 302 404 302
c/<slug:club>/opening/new/<slug:paste>/save/            edit_players      302 404 405 405 404 302  302 404 422 422 404 302
c/<slug:club>/opening/<slug:opening>/                   edit_players      302 404 200 200 404 302  302 404 405 405 404 302
c/<slug:club>/opening/<slug:opening>/undo/              edit_players      302 404 405 405 404 302  302 404 302 302 404 302
accounts/login/                                         account           200 302 302 302 302 200  200 302 302 302 302 200
accounts/logout/                                        account           302 200 200 200 200 302  302 302 302 302 302 302
accounts/inactive/                                      account           200 200 200 200 200 200  405 405 405 405 405 405
accounts/signup/                                        account           200 302 302 302 302 200  200 302 302 302 302 200
accounts/reauthenticate/                                account           302 200 200 200 200 302  302 200 200 200 200 302
accounts/reauthenticate/code/                           account           302 403 403 403 403 302  302 403 403 403 403 302
accounts/reauthenticate/code/confirm/                   account           302 403 403 403 403 302  302 403 403 403 403 302
accounts/email/                                         account           302 200 200 200 200 302  302 302 302 302 302 302
accounts/confirm-email/                                 account           200 200 200 200 200 200  405 405 405 405 405 405
accounts/password/change/                               account           302 200 200 200 200 302  302 200 200 200 200 302
accounts/password/set/                                  account           302 302 302 302 302 302  302 302 302 302 302 302
accounts/password/reset/                                account           200 200 200 200 200 200  200 200 200 200 200 200
accounts/login/code/confirm/                            account           302 302 302 302 302 302  302 302 302 302 302 302
accounts/confirm-email/<key>/                           account           200 200 200 200 200 200  404 404 404 404 404 404
accounts/password/reset/key/done/                       account           200 200 200 200 200 200  405 405 405 405 405 405
accounts/password/reset/key/<uidb36>-<key>/             account           200 200 200 200 200 200  200 200 200 200 200 200
accounts/password/reset/done/                           account           200 200 200 200 200 200  405 405 405 405 405 405
accounts/2fa/                                           account           302 200 200 200 200 302  302 405 405 405 405 302
accounts/2fa/authenticate/                              account           302 302 302 302 302 302  302 302 302 302 302 302
accounts/2fa/reauthenticate/                            account           302 302 302 302 200 302  302 302 302 302 200 302
accounts/2fa/totp/activate/                             account           302 200 200 200 302 302  302 200 200 200 302 302
accounts/2fa/totp/deactivate/                           account           302 404 404 404 200 302  302 404 404 404 302 302
accounts/2fa/recovery-codes/                            account           302 404 404 404 404 302  302 405 405 405 405 302
accounts/2fa/recovery-codes/generate/                   account           302 200 200 200 200 302  302 200 200 200 302 302
accounts/2fa/recovery-codes/download/                   account           302 404 404 404 404 302  302 404 404 404 404 302
accounts/2fa/webauthn/                                  account           302 200 200 200 200 302  302 405 405 405 405 302
accounts/2fa/webauthn/add/                              account           302 200 200 200 200 302  302 200 200 200 200 302
accounts/2fa/webauthn/reauthenticate/                   account           302 302 302 302 302 302  302 302 302 302 302 302
accounts/2fa/webauthn/keys/<int:pk>/remove/             account           302 404 404 404 404 302  302 404 404 404 404 302
accounts/2fa/webauthn/keys/<int:pk>/edit/               account           302 404 404 404 404 302  302 404 404 404 404 302
language/                                               everybody         405 405 405 405 405 405  302 302 302 302 302 302
staff/                                                  staff             302 404 404 404 302 302  302 404 404 404 405 302
staff/ladders/                                          staff             302 404 404 404 200 302  302 404 404 404 405 302
staff/ladders/<slug:club>/<slug:ladder>/rebuild/        staff             302 404 404 404 405 302  302 404 404 404 302 302
staff/ladders/<slug:club>/<slug:ladder>/full/           staff             302 404 404 404 405 302  302 404 404 404 302 302
staff/ladders/<slug:club>/<slug:ladder>/verify/         staff             302 404 404 404 405 302  302 404 404 404 302 302
m/<str:token>/                                          reader            404 404 404 404 404 200  404 404 404 404 404 405
m/<str:token>/l/<slug:ladder>/                          reader            404 404 404 404 404 200  404 404 404 404 404 405
m/<str:token>/l/<slug:ladder>/table.csv                 reader            404 404 404 404 404 200  404 404 404 404 404 405
m/<str:token>/l/<slug:ladder>/list/<slug:day>/          reader            404 404 404 404 404 200  404 404 404 404 404 405
m/<str:token>/l/<slug:ladder>/list/<slug:day>/player/<slug:player>/ reader            404 404 404 404 404 200  404 404 404 404 404 405
m/<str:token>/players/                                  reader            404 404 404 404 404 200  404 404 404 404 404 405
m/<str:token>/player/<slug:player>/                      reader            404 404 404 404 404 200  404 404 404 404 404 405
m/<str:token>/player/<slug:player>/table.csv            reader            404 404 404 404 404 200  404 404 404 404 404 405
m/<str:token>/events/                                   reader            404 404 404 404 404 200  404 404 404 404 404 405
m/<str:token>/event/<slug:event>/                        reader            404 404 404 404 404 200  404 404 404 404 404 405
m/<str:token>/event/<slug:event>/performance/           reader            404 404 404 404 404 200  404 404 404 404 404 405
m/<str:token>/event/<slug:event>/table.csv              reader            404 404 404 404 404 200  404 404 404 404 404 405
m/<str:token>/event/<slug:event>/player/<slug:player>/    reader            404 404 404 404 404 200  404 404 404 404 404 405
p/<slug:club>/                                          reader            200 200 200 200 200 200  405 405 405 405 405 405
p/<slug:club>/l/<slug:ladder>/                          reader            200 200 200 200 200 200  405 405 405 405 405 405
p/<slug:club>/l/<slug:ladder>/table.csv                 reader            200 200 200 200 200 200  405 405 405 405 405 405
p/<slug:club>/l/<slug:ladder>/list/<slug:day>/          reader            200 200 200 200 200 200  405 405 405 405 405 405
p/<slug:club>/l/<slug:ladder>/list/<slug:day>/player/<slug:player>/ reader            200 200 200 200 200 200  405 405 405 405 405 405
p/<slug:club>/players/                                  reader            200 200 200 200 200 200  405 405 405 405 405 405
p/<slug:club>/player/<slug:player>/                      reader            200 200 200 200 200 200  405 405 405 405 405 405
p/<slug:club>/player/<slug:player>/table.csv            reader            200 200 200 200 200 200  405 405 405 405 405 405
p/<slug:club>/events/                                   reader            200 200 200 200 200 200  405 405 405 405 405 405
p/<slug:club>/event/<slug:event>/                        reader            200 200 200 200 200 200  405 405 405 405 405 405
p/<slug:club>/event/<slug:event>/performance/           reader            200 200 200 200 200 200  405 405 405 405 405 405
p/<slug:club>/event/<slug:event>/table.csv              reader            200 200 200 200 200 200  405 405 405 405 405 405
p/<slug:club>/event/<slug:event>/player/<slug:player>/    reader            200 200 200 200 200 200  405 405 405 405 405 405
"""

# What destroys or reveals: asks for the password or the second factor again (clubs.access.fresh).
FRESH = {
    "c/<slug:club>/delete/",
    "accounts/sessions/end-others/",
    "c/<slug:club>/visibility/change/",  # where it opens the club
    "c/<slug:club>/names/full/",
    "c/<slug:club>/links/new/",
    "c/<slug:club>/links/<slug:link>/replace/",
    "c/<slug:club>/officers/invite/",  # where it offers the whole club
    "c/<slug:club>/officers/role/",  # where it gives the whole club
    "c/<slug:club>/officers/remove/",
    "c/<slug:club>/events/<slug:event>/delete/",
    # Where the mark of an event goes that children play in it.
    "c/<slug:club>/events/<slug:event>/edit/<slug:edit>/<int:number>/save/",
    "c/<slug:club>/players/<slug:player>/file/",
    "c/<slug:club>/players/export/",
    "c/<slug:club>/players/<slug:player>/erase/",
    "c/<slug:club>/players/<slug:player>/display/",  # where readers see the full name by it
    "c/<slug:club>/players/<slug:player>/junior/",  # the same
    "c/<slug:club>/players/<slug:player>/consent/",  # the same
    "c/<slug:club>/settings/change/",  # where the mark of a club for children goes
    "c/<slug:club>/players/<slug:player>/show/",
    "c/<slug:club>/players/<slug:player>/label/",  # where it is the name of somebody shown by it
    "staff/ladders/<slug:club>/<slug:ladder>/full/",
}
# A route with one of these words in it is in FRESH, or says here why it need not be.
WORDS = {"delete", "drop", "erase", "remove", "full", "file", "export", "visibility", "end-others"}
NOT_FRESH = {
    "c/<slug:club>/delete/undo/": "gives back",
    "c/<slug:club>/ladder/<slug:ladder>/export/": "no more than the page it stands on",
    "c/<slug:club>/ladders/<slug:ladder>/lists/<slug:day>/export/": "no more than the page it stands on",
    "c/<slug:club>/norms/export/": "no more than the page it stands on",
    "c/<slug:club>/events/<slug:event>/export/": "no more than the page it stands on",
    "c/<slug:club>/visibility/": "looks only",
    "c/<slug:club>/events/new/file/": "brings a file in",
    "c/<slug:club>/drafts/<slug:draft>/file/": "brings a file in",
    "c/<slug:club>/drafts/<slug:draft>/delete/": "a draft: nothing that anybody saw",
    "c/<slug:club>/players/<slug:player>/spellings/remove/": "can be taken back",
    "c/<slug:club>/opening/file/": "brings a file in",
    "c/<slug:club>/opening/new/<slug:paste>/drop/": "a draft: nothing that anybody saw",
}


def rows() -> dict[str, tuple[str, tuple[int, ...], tuple[int, ...]]]:
    """route -> (access, answers to GET, answers to POST)."""
    found = {}
    for line in TABLE.strip().splitlines():
        route, access, *codes = line.split()
        numbers = tuple(map(int, codes))
        assert len(numbers) == 2 * len(ROLES), f"not a line of the table: {line}"
        key = "" if route == "/" else route
        assert key not in found, f"twice in the table: {route}"
        found[key] = (access, numbers[: len(ROLES)], numbers[len(ROLES) :])
    return found


def line(route: str, access: str, get: tuple[int, ...], post: tuple[int, ...]) -> str:
    """A line as it stands in the table."""
    codes = "  ".join(" ".join(map(str, numbers)) for numbers in (get, post))
    return f"{route or '/':<55} {access:<17} {codes}"
