# Outply with ratings, an ordinary user, the sandbox's bubblewrap and a health check.
#
#     docker build -t outply .
#     docker run --rm -p 8765:8765 outply                     the play page
#     docker run --rm -v "$PWD:/work" outply outply solve examples/warfare-3.in -o -
#
# docs/class-deployment.md has the command for the class server. docs/hosts.md lists the options that the sandbox
# for untrusted programs needs.

FROM python:3.12-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
COPY . /source
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels /source

FROM python:3.12-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends bubblewrap make \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "$(echo /wheels/*.whl)[tournament]" && rm -r /wheels \
    && useradd --create-home --uid 1000 outply && mkdir /work && chown outply /work
USER outply
WORKDIR /work
EXPOSE 8765
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8765/api/games', timeout=4)"]
CMD ["outply", "play", "--no-browser", "--host", "0.0.0.0", "--port", "8765"]
