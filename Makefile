# Crier: `make` prints the targets.
SWIFT ?= swift
PREFIX ?= /usr/local
BUILD = $(SWIFT) build --explicit-target-dependency-import-check error
TEST = $(SWIFT) test --skip-build --disable-xctest
# Without `swift test`, which would wait for the live tests' own.
UNITS = $$($(SWIFT) build --show-bin-path)/crierPackageTests.xctest --testing-library swift-testing \
	--experimental-maximum-parallelization-width 12 --skip LiveTests
LIVE = CRIER_BINARY=$$($(SWIFT) build -c release --show-bin-path)/crier $(TEST)
LINT = $(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks

help: ## print this list
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 14

demo: ## install what is missing, build, and open a chat on bundled sample news
	@deploy/install-packages build
	$(BUILD) --product crier
	@$$($(SWIFT) build --show-bin-path)/crier console --demo

run: ## start the service with config.toml
	@deploy/install-packages build
	$(BUILD) -c release --product crier
	@exec $$($(SWIFT) build -c release --show-bin-path)/crier run --config config.toml

test: ## install the test servers and run every test: the units in the debug build, live servers against the optimised one
	@deploy/install-packages build test
	@deploy/install-synapse .build/synapse
	$(BUILD) --build-tests
	$(BUILD) -c release --product crier
	@echo 'The unit tests run beside the live ones, which mostly wait; their output follows at the end'
	@log=$$(mktemp); nice -n 19 $(UNITS) >"$$log" 2>&1 & units=$$!; live=0; unit=0; \
	$(LIVE) --experimental-maximum-parallelization-width 3 --filter LiveTests --skip '^LiveTests\.CrowdLiveTests' || live=$$?; \
	wait $$units || unit=$$?; cat "$$log"; rm -f "$$log"; [ $$live = 0 ] && [ $$unit = 0 ]
	$(LIVE) --no-parallel --filter '^LiveTests\.CrowdLiveTests'

soak: export CRIER_KILLS ?= 2000
soak: ## kill the service CRIER_KILLS times (2000) against real servers, and count what is lost and what is repeated
	@deploy/install-packages build test
	@deploy/install-synapse .build/synapse
	$(BUILD) --build-tests
	$(BUILD) -c release --product crier
	$(LIVE) --filter '^LiveTests\.(Mail|Matrix|)KillLiveTests'

check: ## lint, build with warnings as errors, test
	@deploy/install-packages build test
	$(LINT)
	$(MAKE) test

bench: ## figures against peers and limits
	@deploy/install-packages build test
	@deploy/install-packages bench || echo 'Some peers are missing: their figures are left out'
	$(BUILD) -c release --product crier
	$(BUILD) -c release --product crier-bench
	@Benchmarks/run $$($(SWIFT) build -c release --show-bin-path)

scores: ## understanding, measured on ../shared/corpora, as one table; SHOW_MISSES=1 names what was missed
	@deploy/install-packages build
	@$(BUILD) --build-tests
	@$(BUILD) -c release --product crier-bench
	@Benchmarks/scores $(SWIFT)

install: ## install the release build under PREFIX, with locales and sample news
	$(BUILD) -c release --product crier
	install -D -m 755 $$($(SWIFT) build -c release --show-bin-path)/crier $(DESTDIR)$(PREFIX)/bin/crier
	install -d $(DESTDIR)$(PREFIX)/share/crier
	cp -r locales data $(DESTDIR)$(PREFIX)/share/crier/
	install -d $(DESTDIR)$(PREFIX)/share/doc/crier
	install -d $(DESTDIR)$(PREFIX)/share/doc/crier/deploy
	install -m 644 README.md COMMANDS.md config.example.toml $(DESTDIR)$(PREFIX)/share/doc/crier/
	install -m 644 deploy/README.md deploy/mail.md $(DESTDIR)$(PREFIX)/share/doc/crier/deploy/

schema: ## write Sources/Storage/Migrations/schema.sql anew, after a migration was added
	CRIER_WRITE_SCHEMA=1 swift test --filter SchemaFileTests

format: ## put all sources into this project's format
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks

.PHONY: help demo run test soak check bench scores install format schema
