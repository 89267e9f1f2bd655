class Track < ApplicationRecord
  belongs_to :album
  validates :title, presence: true
  scope :long, -> { where("seconds > 600") }

  def duration
    minutes, rest = seconds.divmod(60)
    hours, minutes = minutes.divmod(60)
    return format("%d:%02d", minutes, rest) if hours.zero?

    format("%d:%02d:%02d", hours, minutes, rest)
  end
end
