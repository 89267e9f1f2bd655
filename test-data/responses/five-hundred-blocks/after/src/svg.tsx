export const Svg = ({ d, size }: { d: string; size: number }) => <svg width={size} height={size}><path d={d} /></svg>;
