# Crier: `make` prints the targets.
SWIFT ?= swift
PREFIX ?= /usr/local
# Further options of the builds.
BUILD_FLAGS ?=
BUILD = $(SWIFT) build $(BUILD_FLAGS) --explicit-target-dependency-import-check error
# With Swift's libraries inside, where the toolchain has them so: the program then runs without Swift, in less memory.
TOOLCHAIN = $(dir $(realpath $(shell command -v $(SWIFT))))..
STATIC = $(if $(wildcard $(TOOLCHAIN)/lib/swift_static/linux/libFoundation.a),--static-swift-stdlib)
RELEASE = $(BUILD) -c release $(STATIC)
LIVE = CRIER_BINARY=$$($(SWIFT) build -c release --show-bin-path)/crier $(SWIFT) test --skip-build --disable-xctest
LINT = $(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks

help: ## print this list
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 14

demo: ## install what is missing, build, and open a chat on bundled sample news
	@deploy/install-packages build
	$(BUILD) --product crier
	@$$($(SWIFT) build --show-bin-path)/crier console --demo

run: ## start the service with config.toml
	@deploy/install-packages build
	$(RELEASE) --product crier
	@exec $$($(SWIFT) build -c release --show-bin-path)/crier run --config config.toml

test: ## install the test servers, build, and run every test; prints what failed and the slowest ones
	@deploy/install-packages build test
	@deploy/install-synapse .build/synapse & synapse=$$!; \
	$(BUILD) --build-tests || built=$$?; wait $$synapse; exit $${built:-0}
	@Tests/run $(SWIFT) $(RELEASE) --product crier

soak: export CRIER_KILLS ?= 2000
soak: export CRIER_CROWD ?= 200
soak: export CRIER_COMMANDS ?= 5000
soak: export CRIER_SEARCHES ?= 100000
# Kills of the service, hostile accounts at a time, commands at once, random searches: as many as the variables say.
soak: ## the long runs against real servers; CRIER_KILLS, CRIER_COMMANDS, CRIER_CROWD, CRIER_SEARCHES say how long
	@deploy/install-packages build test
	@deploy/install-synapse .build/synapse
	$(BUILD) --build-tests
	$(RELEASE) --product crier
	$(LIVE) --filter '^LiveTests\.(Mail|Matrix|)KillLiveTests'
	$(LIVE) --filter '^LiveTests\.MatrixHostileLiveTests'
	$(LIVE) --no-parallel --filter '^LiveTests\.CrowdLiveTests'
	$(LIVE) --filter '^ChatCommandsTests\.HostileSearchTests'

check: ## lint, build with warnings as errors, test
	@deploy/install-packages build test
	$(LINT)
	$(MAKE) test

bench: ## figures against peers and limits
	@deploy/install-packages build test
	@deploy/install-packages bench || echo 'Some peers are missing: their figures are left out'
	$(RELEASE) --product crier
	$(RELEASE) --product crier-bench
	@Benchmarks/run $$($(SWIFT) build -c release --show-bin-path)

scores: ## understanding, measured on ../shared/corpora, as one table; SHOW_MISSES=1 names what was missed
	@deploy/install-packages build
	@$(BUILD) --build-tests
	@$(RELEASE) --product crier-bench
	@Benchmarks/scores $(SWIFT)

install: ## install the release build under PREFIX, with locales and sample news
	$(RELEASE) --product crier
	install -D -m 755 $$($(SWIFT) build -c release --show-bin-path)/crier $(DESTDIR)$(PREFIX)/bin/crier
	install -d $(DESTDIR)$(PREFIX)/share/crier
	cp -r locales data $(DESTDIR)$(PREFIX)/share/crier/
	install -d $(DESTDIR)$(PREFIX)/share/doc/crier
	install -d $(DESTDIR)$(PREFIX)/share/doc/crier/deploy
	install -d $(DESTDIR)$(PREFIX)/share/doc/crier/deploy/pictures
	install -m 644 README.md COMMANDS.md config.example.toml $(DESTDIR)$(PREFIX)/share/doc/crier/
	install -m 644 ARCHITECTURE.md BENCHMARKS.md CHANGELOG.md CONTRIBUTING.md $(DESTDIR)$(PREFIX)/share/doc/crier/
	install -m 644 deploy/README.md deploy/mail.md $(DESTDIR)$(PREFIX)/share/doc/crier/deploy/
	install -m 644 deploy/pictures/*.png $(DESTDIR)$(PREFIX)/share/doc/crier/deploy/pictures/

schema: ## write Sources/Storage/Migrations/schema.sql anew, after a migration was added
	CRIER_WRITE_SCHEMA=1 swift test --filter SchemaFileTests

format: ## put all sources into this project's format
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks

.PHONY: help demo run test soak check bench scores install format schema
