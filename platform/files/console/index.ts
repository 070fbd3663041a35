export { LoggedPicture, type LoggedPictureProps } from './logged-picture.tsx'
export { useMayLook } from './may-look.ts'
