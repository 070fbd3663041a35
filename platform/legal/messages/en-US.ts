import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  titles: { privacy: 'Privacy notice', disclaimer: 'Risk notice' },
  version: 'Version {version}',
  since: 'In force since',
  missingTitle: 'This document is incomplete',
  acts: { accept: 'Document accepted' },
  missing: 'The firm has not filled in yet: {facts}.',
  history: 'What each version changed',
  first: 'This is the first version. When it changes, this says what.',
  changed: 'Now {label}: {value}',
  yours: 'What you accepted',
  accepted: 'You accepted version {version} on',
  never: 'You have not accepted a numbered version yet.',
  news: 'What changed since you accepted',
  accept: 'Accept version {version}',
  thanks: 'It is recorded that you accepted it.',
  sheetTitle: 'A document changed',
  later: 'Not now',
  read: 'Read all of it',
  free: 'Accept or not, your account stays the same: you can sell, withdraw and sign in.',
  rejections: {
    'document-changed': 'The document changed while you were reading. Read the new version and accept it.',
  },
}
