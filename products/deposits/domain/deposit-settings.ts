import { defineSetting, type Setting } from '@bolsillo/settings/domain'

/** What two people may change of this room. */
export const depositSettings = {
  announcementHours: defineSetting({
    key: 'deposits.announcement-hours',
    type: 'whole',
    standard: 72,
    min: 1,
    max: 720,
    purpose: 'After how many hours an announced deposit expires. Money that arrives later is credited all the same.',
    publicName: 'depositAnnouncementHours',
  }),
  heldDaysMax: defineSetting({
    key: 'deposits.held-days-max',
    type: 'whole',
    standard: 10,
    min: 1,
    max: 30,
    purpose: 'After how many days money held for an unknown or unproven owner goes back to where it came from.',
    publicName: 'depositHeldDaysMax',
  }),
  proofHours: defineSetting({
    key: 'deposits.proof-hours',
    type: 'whole',
    standard: 8,
    min: 1,
    max: 72,
    purpose: 'Within how many hours staff answer a proof of payment.',
    publicName: 'depositProofHours',
  }),
} as const satisfies Readonly<Record<string, Setting>>
