export const now = () => new Date();

export function since(start, end = now()) {
  const seconds = Math.floor((end - start) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}
