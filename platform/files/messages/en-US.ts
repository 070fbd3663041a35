import { fileBytesMax } from '../domain/file-rules.ts'
import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  rejections: {
    'file-empty': 'The file is empty.',
    'file-name': 'The file is not named like a photo. Take the photo again or rename it.',
    'file-pdf': 'We do not take PDFs. Take a photo of the document, or a screenshot.',
    'file-heic':
      'We cannot read HEIC photos. On your iPhone choose “Most Compatible” under Camera, or send a screenshot.',
    'file-kind': 'We only take JPEG, PNG or WebP photos.',
    'file-pixels': 'The photo is too large: the maximum is {maximum} megapixels.',
    'file-too-small': 'The photo is too small: each side needs at least {minimum} pixels.',
    'file-moving': 'The image moves. Send a still photo.',
    'file-unreadable': 'We cannot read the photo. Take it again.',
    'files-too-many': 'You have already uploaded {maximum} files in {days} days. Wait a few days or talk to support.',
    'files-too-much': 'Your files already take {maximum} MiB, which is the maximum. Talk to support.',
    'file-unknown': 'That file does not exist.',
    'file-used': 'That file was used already. Upload the photo again.',
    'file-views-too-many':
      'You have seen {maximum} documents within an hour. You cannot see more for now; this was recorded.',
  },
  acts: {
    upload: 'Photo sent',
    view: 'Staff looked at one of your photos',
    'view-block': 'An operator who looked at too many documents was stopped',
  },
  field: {
    take: 'Take photo',
    choose: 'Choose one',
    again: 'Take another',
    change: 'Choose another',
    preparing: 'Preparing',
    uploading: 'Uploading, {percent}%',
    ready: 'Ready',
    tooLarge: `The photo is larger than ${fileBytesMax / 1024 ** 2} MiB. Choose another.`,
    failed: 'It could not be uploaded. Check your connection and take it again.',
    preview: 'Preview: {label}',
  },
  many: {
    choose: 'Choose photos',
    one: 'Photo {number}',
    remove: 'Remove photo {number}',
    over: 'There is room for {maximum} photos in all; the others were not added.',
    failed: 'It could not be uploaded. Remove it and add it again.',
  },
  look: {
    show: 'Show the photo',
    logged: 'It is written into the customer’s log',
    enlarge: 'Enlarge',
  },
  purposes: { identity: 'Identity', 'deposit-proof': 'Deposit receipt', support: 'Support' },
  reasons: {
    review: 'Review of a case',
    'second-look': 'Second look',
    'asked-by-customer': 'Asked for by the customer',
    'duplicate-check': 'Possible duplicate',
    'authority-request': 'Asked for by an authority',
  },
}
