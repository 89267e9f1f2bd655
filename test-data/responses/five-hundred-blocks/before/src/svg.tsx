export const Svg = ({ d }: { d: string }) => <svg><path d={d} /></svg>;
