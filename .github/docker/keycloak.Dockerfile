# Keycloak, built once for what it is used with: its start needs no build then.
# A build may name another one, such as one with its digest or of a registry of the house.
ARG KEYCLOAK_BASE_IMAGE=base

FROM quay.io/keycloak/keycloak:26.7.3 AS base

FROM ${KEYCLOAK_BASE_IMAGE} AS build
ENV KC_DB=postgres KC_HEALTH_ENABLED=true KC_METRICS_ENABLED=true KC_HTTP_RELATIVE_PATH=/auth
RUN /opt/keycloak/bin/kc.sh build

FROM ${KEYCLOAK_BASE_IMAGE}
# One of its own: it looks for no others. Asked for at the start, not at the build.
ENV KC_CACHE=local
COPY --from=build /opt/keycloak/ /opt/keycloak/
COPY curvewell-realm.json /opt/keycloak/curvewell-realm.json
COPY --chmod=755 start-keycloak.sh /opt/keycloak/bin/start-keycloak.sh
ENTRYPOINT ["/opt/keycloak/bin/start-keycloak.sh"]
