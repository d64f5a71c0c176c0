Pod::Spec.new do |s|
  s.name = 'HopoateDiagnostics'
  s.version = '2.0.0'
  s.summary = 'Validates, draws and traces what is registered with Hopoate.'
  s.description = <<~TEXT
    What a debug menu, a command line tool or a test asks a container of Hopoate: whether everything is registered that
    is needed, what depends on what, and what was resolved when and how long it took. An app runs without it.
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
  s.source_files = 'Sources/HopoateDiagnostics/**/*.swift'
  s.dependency 'Hopoate', s.version.to_s
  s.pod_target_xcconfig = { 'SWIFT_PACKAGE_NAME' => 'Hopoate' }
end
