import { defineSetting, type Setting } from '@bolsillo/settings/domain'

/** How much one customer may upload, and how much one operator may look at. */
export const fileSettings = {
  filesPerCustomer: defineSetting({
    key: 'files.per-customer-max',
    type: 'whole',
    standard: 20,
    min: 4,
    max: 200,
    purpose: 'Most files a customer may upload for one purpose within 30 days.',
  }),
  mebibytesPerCustomer: defineSetting({
    key: 'files.mebibytes-per-customer-max',
    type: 'whole',
    standard: 100,
    min: 10,
    max: 1000,
    purpose: 'Most mebibytes of one customer’s files that are kept.',
  }),
  viewsPerHour: defineSetting({
    key: 'files.views-per-operator-hour-max',
    type: 'whole',
    standard: 30,
    min: 1,
    max: 200,
    purpose: 'Documents one operator may view within an hour; the next is refused and an alert is written.',
  }),
} as const satisfies Readonly<Record<string, Setting>>
