import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  title: 'Notices on this device',
  lead: 'We notify you here even when the app is closed: for example, when a price alert fires.',
  privacy:
    'A notice travels encrypted to your browser, and its service cannot read it. The text shows on the lock screen if your device shows notices there.',
  states: {
    unsupported: 'This browser receives no notices. Open the app in another one, or install it.',
    install: 'On iPhone and iPad only the installed app receives notices: add it to your home screen first.',
    denied:
      'You blocked notices from this page. Allow them in the settings of the browser or the device and come back.',
    off: 'Off',
    on: 'On',
    absent: 'This installation sends no notices to devices.',
  },
  how: 'How to install it',
  enable: 'Turn on notices',
  disable: 'Turn off here',
  test: { send: 'Send a test notice', title: 'Test notice', text: 'This is how Bolsillo notifies you on this device.' },
  tested: 'Notice sent: it arrives within seconds',
  enabled: 'Notices turned on',
  disabled: 'Notices turned off',
  failed: 'Your browser could not turn them on. Check your connection and try again.',
  notReady: 'The app is still getting ready. Try again in a few seconds.',
  devices: 'Devices with notices',
  none: 'None for now',
  here: 'This device',
  unknown: 'A browser',
  since: 'Turned on',
  remove: 'Remove',
  removeOf: 'Remove: {device}',
  removed: 'It receives no more notices',
  signOut: 'A device stops receiving notices when you sign out there, or end its session from another one.',
  acts: {
    add: 'You turned on notices on a device',
    remove: 'You turned off notices on a device',
    replace: 'A device stopped receiving your notices: they were turned on there again',
    gone: 'A device stopped receiving your notices: its browser removed them',
    'sign-out': 'A device stopped receiving your notices: it was signed out',
  },
  rejections: {
    'push-off': 'This installation sends no notices to devices.',
    'push-service': 'Your browser uses a notice service we do not know. Try another browser.',
    'push-keys': 'Your browser gave no valid key. Try again.',
    'push-devices-too-many': 'You already have {max} devices with notices, the most there can be. Remove one.',
    'push-device-unknown': 'That device receives no notices any more. Turn them on again.',
  },
}
