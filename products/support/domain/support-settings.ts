import { defineSetting } from '@bolsillo/settings/domain'
import { supportLimits } from './conversation.ts'

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
  picturesPerMessage: defineSetting({
    key: 'support.pictures-per-message-max',
    type: 'whole',
    standard: supportLimits.pictures,
    min: 0,
    max: supportLimits.pictures,
    purpose: 'Most pictures a customer may attach to a message to support; 0 takes none.',
    publicName: 'supportPicturesPerMessage',
  }),
} as const
