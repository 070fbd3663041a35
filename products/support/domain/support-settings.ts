import { defineSetting } from '@bolsillo/settings/domain'

export const supportSettings = {
  answerHours: defineSetting({
    key: 'support.answer-hours',
    type: 'whole',
    standard: 24,
    min: 1,
    max: 120,
    purpose: 'How many hours staff have to answer a message of a customer; the customer sees until when.',
    publicName: 'supportAnswerHours',
  }),
} as const
