Pod::Spec.new do |s|
  s.name = 'HopoateTestingHelpers'
  s.version = '2.0.0'
  s.summary = 'Mocks for services that are registered with Hopoate.'
  s.description = <<~TEXT
    What tests of an app that uses Hopoate need: MockContainer registers a mock for as long as it lives, and hands it
    back by its own type. For test targets only.
  TEXT
  s.homepage = 'https://example.com/hopoate'
  s.license = { type: 'MIT', file: 'LICENSE' }
  s.author = 'The Hopoate authors'
  s.source = { git: 'https://example.com/hopoate.git', tag: s.version.to_s }
  s.swift_versions = ['6.0']
  s.ios.deployment_target = '13.0'
  s.osx.deployment_target = '10.15'
  s.tvos.deployment_target = '13.0'
  s.watchos.deployment_target = '6.0'
  s.visionos.deployment_target = '1.0'
  s.source_files = 'Sources/HopoateTestingHelpers/**/*.swift'
  s.dependency 'Hopoate', s.version.to_s
  s.dependency 'HopoateDiagnostics', s.version.to_s
  s.weak_framework = 'XCTest'
  s.pod_target_xcconfig = { 'ENABLE_TESTING_SEARCH_PATHS' => 'YES', 'SWIFT_PACKAGE_NAME' => 'Hopoate' }
end
