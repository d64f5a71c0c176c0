Pod::Spec.new do |s|
  s.name = 'HopoateSwiftUI'
  s.version = '2.0.0'
  s.summary = 'SwiftUI views that own the services that they resolve with Hopoate.'
  s.description = <<~TEXT
    Property wrappers for views of an app that uses Hopoate. A view with such a property resolves an ObservableObject or
    an @Observable object once, keeps it for as long as SwiftUI keeps the view's state, and binds to it.
  TEXT
  s.homepage = 'https://example.com/hopoate'
  s.license = { type: 'MIT', file: 'LICENSE' }
  s.author = 'The Hopoate authors'
  s.source = { git: 'https://example.com/hopoate.git', tag: s.version.to_s }
  s.swift_versions = ['6.0']
  s.ios.deployment_target = '14.0'
  s.osx.deployment_target = '11.0'
  s.tvos.deployment_target = '14.0'
  s.watchos.deployment_target = '7.0'
  s.visionos.deployment_target = '1.0'
  s.source_files = 'Sources/HopoateSwiftUI/**/*.swift'
  s.dependency 'Hopoate', s.version.to_s
  s.pod_target_xcconfig = { 'SWIFT_PACKAGE_NAME' => 'Hopoate' }
end
