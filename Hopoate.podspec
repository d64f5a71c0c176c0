Pod::Spec.new do |s|
  s.name = 'Hopoate'
  s.version = '2.0.0'
  s.summary = 'A service locator: register services once, resolve them by type, replace them in tests.'
  s.description = <<~TEXT
    Hopoate is a service locator for Swift without dependencies, macros or build phases. Registrations of one type are a
    stack: the newest answers, and removing it brings back what was there before. Mocks, overrides and test isolation
    are pushes and removals on those stacks.
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
  s.source_files = 'Sources/Hopoate/**/*.swift'
  s.pod_target_xcconfig = { 'SWIFT_PACKAGE_NAME' => 'Hopoate' }
  s.resource_bundles = { 'Hopoate_Privacy' => 'Sources/Hopoate/PrivacyInfo.xcprivacy' }
end
