import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  rejections: {
    'approval-unknown': 'There is no proposal with that number.',
    'approval-closed': 'This proposal was decided already.',
    'approval-expired': 'The hour to decide this proposal is over. It has to be proposed again.',
    'approval-own': 'You proposed it: somebody else decides.',
    'approval-changed': 'What you saw is no longer what is stored. Look at it again.',
    'reason-unlisted': 'Choose a reason from the list.',
    'approval-open': 'A proposal about this is open already.',
    'factor-stale': 'Confirm with your second factor before you propose.',
    'factor-missing': 'Your second factor is missing.',
    'views-too-many': 'You looked at the data of {most} customers within an hour. Wait, or ask compliance.',
  },
  acts: {
    propose: 'Staff proposed something about your account',
    approve: 'A second person approved it',
    refuse: 'A second person refused it',
    'take-back': 'The proposal was taken back',
    expire: 'The proposal expired undecided',
    view: 'Staff looked at your data',
    'views-stop': 'Somebody who looked at too many customers was stopped',
  },
}
